import type { PublicConfig } from '@tickmark/wire/config'
import { keyText } from '@tickmark/core/log/note'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { LANGUAGES } from '@tickmark/texts/languages'
import { servedNetworks } from '../chains/servedNetworks.ts'
import type { ReleaseFiles } from '../http/pages/releaseFiles.ts'
import type { Config } from './config.ts'
import { type Keys, signerOf } from '../platform/keys.ts'

export const VERSION = '0.1.0'

/** The part of the configuration that anybody may read; pages request it first. */
export function publicConfigOf(
  config: Config,
  keys: Keys,
  log: HouseKeys,
  release: ReleaseFiles | null,
): PublicConfig {
  return {
    name: 'Tickmark',
    mode: config.mode,
    envelopeKey: Buffer.from(keys.envelopeKey).toString('hex'),
    languages: [...LANGUAGES],
    networks: servedNetworks(config.chains).map(({ id, name }) => ({ id, name })),
    flags: {
      arbitrageBanner: config.arbitrageBanner,
      wallet: true,
      arbitrage: config.offersHosting,
      share: config.showShare,
      loans: config.offersLoans,
    },
    chatOrigin: config.chatUrl === null ? null : new URL(config.chatUrl).origin,
    logOrigin: log.origin,
    logKey: signerOf(keys.logKey).publicKey,
    receiptsKey: signerOf(keys.receiptsKey).publicKey,
    witnesses: config.witnesses.map(({ key }) => keyText(key)),
    version: VERSION,
    release: release && { verifier: release.verifier, script: release.script },
  }
}
