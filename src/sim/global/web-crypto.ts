/**
 * `crypto` of the web: seeded random values, and the operations of `subtle` settled by the scheduler. Importing a key is Node's own,
 * because it does nothing off the thread; so keys are real CryptoKeys.
 */
import { Crypto, SubtleCrypto } from '../crypto/web-classes.ts';

export const simWebCrypto: Crypto = new Crypto(new SubtleCrypto());
