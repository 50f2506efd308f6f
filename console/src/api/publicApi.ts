import { openClient } from '@tickmark/client/openClient.ts'
import { useStore } from '@tickmark/client/observable.ts'
import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { shownLanguage, t } from '../i18n/i18n.ts'
import { loadConfig } from './config.ts'

/** Public reads, with the answers that every visitor gets: the programme’s days and trades. */
export const { useCall: usePublicQuery } = openClient({
  routes: {
    getProgramme: arbitrageRoutes.getProgramme,
    getProgrammeTrades: arbitrageRoutes.getProgrammeTrades,
  },
  envelopeKey: async () => (await loadConfig()).envelopeKey,
  claims: () => ({ language: shownLanguage.get() }),
  askerKey: () => ({ language: shownLanguage.get() }),
  isSignedIn: () => false,
  useAsker: () => useStore(shownLanguage),
  networkFailureText: () => t('shell:noAnswer'),
  onFailure: () => {},
})
