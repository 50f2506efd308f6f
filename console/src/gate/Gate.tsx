import { useStore } from '@tickmark/client/observable.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { queries, useConsoleQuery } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { setOperator, useOperator } from '../session/operator.ts'
import { sessionLost } from '../api/sessionLost.ts'
import { SignIn } from './SignIn.tsx'

/** Polling interval: a session that was ended elsewhere is noticed within a second. */
const POLL_MS = 900

/** Polls who is signed in, and shows the screens to an operator with an open session. */
export function Gate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const asked = useConsoleQuery('consoleSession', {}, { refetchInterval: POLL_MS, keepsLast: true })
  const isLost = useStore(sessionLost)
  const { refetch } = asked
  useEffect(() => {
    if (!isLost) return
    sessionLost.set(false)
    void refetch()
  }, [isLost, refetch])
  const operator = useOperator()
  const session = asked.data?.session
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (session === undefined) return
    const open = session?.state === 'open' ? session : null
    // The next operator must not see data that the previous one loaded.
    if (known.current !== null && known.current !== open?.address)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== '/api/console/session' })
    known.current = open?.address ?? null
    setOperator(open)
  }, [session])
  if (session === undefined)
    return asked.error ? (
      <Failed title={t('noAnswer')} busy={asked.isFetching} onRetry={() => void refetch()} />
    ) : null
  if (session?.state !== 'open') return <SignIn session={session} />
  return operator === null ? null : children
}
