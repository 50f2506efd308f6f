import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { keyText } from '@tickmark/core/log/note'
import { expect, test } from 'vitest'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { type Keys, signerOf } from '../platform/keys.ts'
import { sha256 } from '../platform/sha256.ts'
import { loadConfig } from './config.ts'
import { publicConfigOf } from './publicConfig.ts'

const OFF = { ARBITRAGE_BANNER: '0', ARBITRAGE: '0', SHOW_SHARE: '0', LOANS: '0', CHAINS: 'none' }
const seed = (byte: number) => new Uint8Array(32).fill(byte)
const keys = { envelopeKey: seed(1), logKey: seed(2), receiptsKey: seed(3) } as Partial<Keys> as Keys
const told = (env: Record<string, string> = {}) =>
  publicConfigOf(loadConfig({ ...OFF, ...env }), keys, { origin: 'house/log', log: 'a', receipts: 'b' }, null)
const NONE = { arbitrageBanner: false, wallet: true, arbitrage: false, share: false, loans: false }

test.each([
  ['ARBITRAGE_BANNER', 'arbitrageBanner'],
  ['ARBITRAGE', 'arbitrage'],
  ['SHOW_SHARE', 'share'],
  ['LOANS', 'loans'],
])('of all settings, %s alone turns %s on', (name, flag) => {
  expect(told().flags).toEqual(NONE)
  expect(told({ [name]: '1' }).flags).toEqual({ ...NONE, [flag]: true })
})

test('pages get the keys that they check the house with, each in its place', () => {
  expect(told()).toMatchObject({
    mode: 'sandbox',
    envelopeKey: '01'.repeat(32),
    logKey: signerOf(seed(2)).publicKey,
    receiptsKey: signerOf(seed(3)).publicKey,
    logOrigin: 'house/log',
    networks: [],
    witnesses: [],
    chatOrigin: null,
    release: null,
  })
})

test('pages get what else the house is connected to', () => {
  const key = checkpointKey('witness.example', signerOf(seed(4)).publicKey, sha256)
  const chains = [{ ...SANDBOX_CHAIN, id: 7, name: 'Seven' }]
  const witnesses = [{ key, url: 'https://witness.example', everyMs: 5_000 }]
  const config = { ...loadConfig({ ...OFF, CHAT_URL: 'https://chat.example/tickmark' }), chains, witnesses }
  const hashes = { verifier: 'of verify.mjs', script: 'of the script' }
  const release = { ...hashes, scriptText: 'the script' }
  const log = { origin: 'house/log', log: 'a', receipts: 'b' }
  const shown = publicConfigOf(config, keys, log, release)
  expect(shown.release).toEqual(hashes)
  expect(shown).toMatchObject({
    networks: [{ id: 7, name: 'Seven' }],
    witnesses: [keyText(key)],
    chatOrigin: 'https://chat.example',
  })
})
