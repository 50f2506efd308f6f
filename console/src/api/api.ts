import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { openClient } from '@tickmark/client/openClient.ts'
import { useStore } from '@tickmark/client/observable.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import type { GivenOf, ReplyOf } from '@tickmark/wire/call'
import { OPERATOR_ROUTES, type OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { shownLanguage, t } from '../i18n/i18n.ts'
import { sessionLost } from './sessionLost.ts'
import { isIdle } from './idle.ts'
import { askConfigAgain, loadConfig } from './config.ts'

/** A call of the console, by name. */
export type ConsoleCall = OperatorRouteName
export type Given<N extends ConsoleCall> = GivenOf<(typeof OPERATOR_ROUTES)[N]>
export type Reply<N extends ConsoleCall> = ReplyOf<(typeof OPERATOR_ROUTES)[N]>

/** The operators' calls, made by the operator who is signed in. */
export const {
  call,
  query,
  useCall: useConsoleQuery,
  refresh,
  queries,
} = openClient({
  routes: OPERATOR_ROUTES,
  envelopeKey: async () => (await loadConfig()).envelopeKey,
  claims: () => ({ language: shownLanguage.get() }),
  askerKey: () => ({ language: shownLanguage.get() }),
  isSignedIn: () => true,
  useAsker: () => useStore(shownLanguage),
  networkFailureText: () => t('shell:noAnswer'),
  headers: (): Record<string, string> => (isIdle() ? { 'x-background': '1' } : {}),
  onFailure,
})

/** A lost session closes every screen; other failures are shown, unless the caller shows them itself. */
function onFailure(failure: CallFailed, { isShown }: { isShown: boolean }): void {
  if (failure.code === 'sign_in_first' || failure.code === 'operators_only') sessionLost.set(true)
  if (failure.code === 'bad_envelope') askConfigAgain()
  if (isShown && failure.message) toast(failure.message, { tone: 'wrong' })
}
