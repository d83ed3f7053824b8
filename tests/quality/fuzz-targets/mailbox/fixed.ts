/** Waits for the reply to a command. Every command gets a reply. */
export async function send(line: string): Promise<string> {
  const [command = '', argument] = line.split(' ');
  const reply = await new Promise<string>((resolve) => {
    if (command === 'QUIT') resolve('bye');
    else if (command === 'HELO') {
      resolve(argument === undefined ? 'hello' : `hello ${argument}`);
    } else resolve('unknown');
  });
  return reply;
}
