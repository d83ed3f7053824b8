/** Waits for the reply to a command. Planted: nobody ever replies to a command that is only greeted. */
export async function send(line: string): Promise<string> {
  const [command = '', argument] = line.split(' ');
  const reply = await new Promise<string>((resolve) => {
    if (command === 'QUIT') resolve('bye');
    else if (command === 'HELO') {
      if (argument !== undefined) resolve(`hello ${argument}`);
    } else resolve('unknown');
  });
  return reply;
}
