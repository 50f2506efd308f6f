import { ecb } from '@noble/ciphers/aes.js'
import type { EnvelopeCipher } from '@tickmark/wire/legacy/envelope'

/** AES-256-ECB of the envelope, in the page; the key comes from /config.json as 64 hexadecimal digits. */
export function envelopeCipher(keyHex: string): EnvelopeCipher {
  const key = Uint8Array.from(keyHex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return {
    encrypt: (plain) => ecb(key).encrypt(plain),
    decrypt: (sealed) => ecb(key).decrypt(sealed),
  }
}
