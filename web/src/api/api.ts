import type { GivenOf, ReplyOf } from '@tickmark/wire/call'
import { openClient } from '@tickmark/client/openClient.ts'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { t } from '../i18n/i18n.ts'
import { isSignedIn, sessionNow, useSession } from '../session/session.ts'
import { onFailure } from './failures.ts'
import { loadConfig } from './publicConfig.ts'

export type Given<N extends RouteName> = GivenOf<(typeof ROUTES)[N]>
export type Reply<N extends RouteName> = ReplyOf<(typeof ROUTES)[N]>

/** The page's calls, made by its current user. */
export const { call, calledWithin, query, useCall, refresh, refreshNamed, queries } = openClient({
  routes: ROUTES,
  envelopeKey: async () => (await loadConfig()).envelopeKey,
  claims() {
    const { address, book, language } = sessionNow()
    return { language, book, ...(address !== null && { address }) }
  },
  askerKey(isPersonal) {
    const { address, book, language } = sessionNow()
    return { address: isPersonal ? address : null, book: isPersonal ? book : null, language }
  },
  isSignedIn,
  useAsker: useSession,
  networkFailureText: () => t('shell:networkFailure'),
  onFailure,
})
