/** `process` at the places where it meets the disk. */
import { describe, expect, test } from 'vitest';
import { sameInBothWorlds, simulate, told } from '../support/both-worlds.ts';

describe('the working directory', () => {
  sameInBothWorlds({
    'must be a directory that exists': (load) => {
      const process = load('process');
      const fs = load('fs');
      const before = process.cwd();
      process.chdir('/tmp');
      const seen: unknown[] = [process.cwd()];
      for (const wrong of ['/nowhere', 'nowhere', './fozzy-file']) {
        fs.writeFileSync('./fozzy-file', '');
        try {
          process.chdir(wrong);
        } catch (error) {
          seen.push(told(error));
        }
      }
      fs.unlinkSync('./fozzy-file');
      fs.mkdirSync('fozzy-real/inside', { recursive: true });
      fs.symlinkSync('/tmp/fozzy-real/inside', 'fozzy-link');
      process.chdir('fozzy-link');
      seen.push(process.cwd());
      process.chdir('..');
      seen.push(process.cwd());
      process.chdir('/tmp');
      fs.unlinkSync('fozzy-link');
      fs.rmSync('fozzy-real', { recursive: true });
      process.chdir(before);
      return seen;
    },
  });
});

describe('a file with variables', () => {
  sameInBothWorlds({
    'adds what the environment does not say yet': (load) => {
      const process = load('process');
      const fs = load('fs');
      fs.writeFileSync('/tmp/fozzy-env', '# mine\nFOZZY_A="one two"\nFOZZY_B=2 # two\n');
      process.env['FOZZY_B'] = 'kept';
      process.loadEnvFile('/tmp/fozzy-env');
      const seen = [process.env['FOZZY_A'], process.env['FOZZY_B']];
      delete process.env['FOZZY_A'];
      delete process.env['FOZZY_B'];
      fs.unlinkSync('/tmp/fozzy-env');
      return seen;
    },
    'must be there': (load) => {
      try {
        return load('process').loadEnvFile('/nowhere/.env');
      } catch (error) {
        return told(error);
      }
    },
  });
});

test('the home of a machine exists and is the same everywhere', async () => {
  const { result } = await simulate((load) => {
    const home = process.env['HOME'] ?? '';
    load('fs').writeFileSync(`${home}/.config`, 'mine');
    return [home, load('os').homedir(), load('os').userInfo().homedir, load('fs').readdirSync(home)];
  });
  expect(result).toEqual(['/home/node', '/home/node', '/home/node', ['.config']]);
});
