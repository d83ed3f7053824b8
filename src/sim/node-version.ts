/** Which Node this is. A simulated Node speaks as the one it runs on: messages and a few answers have changed between versions. */

export const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
