import type { PublicConfig } from '@tickmark/wire/config'

/** The configuration of a sandbox without networks. */
export const CONFIG: PublicConfig = {
  name: 'Tickmark',
  mode: 'sandbox',
  envelopeKey: '00'.repeat(32),
  languages: ['english'],
  networks: [],
  flags: { arbitrageBanner: false, wallet: true, arbitrage: false, share: false, loans: false },
  chatOrigin: null,
  logOrigin: '',
  logKey: '',
  receiptsKey: '',
  release: null,
  witnesses: [],
  version: '',
}
