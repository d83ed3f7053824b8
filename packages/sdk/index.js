/** The SDK lives beside the engine it belongs to, so the two cannot disagree about a command. */
export * from 'fozzy/sdk';
