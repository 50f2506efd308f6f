import { ROUTES } from '@tickmark/wire/routes/all'
import * as z from 'zod/mini'
import { call, queries } from '../api/api.ts'
import { isLeaving } from '../session/leaving.ts'
import { clearServerSession, sessionNow, setServerSession, type ServerSession } from '../session/session.ts'
import { t } from '../i18n/i18n.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { currentToast, dismissToast } from '@tickmark/ui/layer/toast.ts'
import { endLeft } from '../wallets/leave.ts'

const RETRY_MS = 5_000

/** The session of the last visit, shown while the server cannot be reached; undefined until then. */
let assumed: ServerSession | null | undefined
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Asks the server for the current session. Without an answer, shows the data of the last visit and retries, also when
 * the network is back. A user who has left is signed out here even before the server knows.
 */
export async function startSession(): Promise<void> {
  clearTimeout(retry)
  if (isLeaving()) clearServerSession()
  try {
    await endLeft()
    learn((await call('session', {}, { quiet: true })).session)
  } catch {
    // A visitor without a session also gets an answer, so a failure does not mean that there is none.
    assume()
    retry = setTimeout(() => void startSession(), RETRY_MS)
  }
}

/** Back online: asks for everything on screen again at once. */
export function refreshWhenOnline(): void {
  addEventListener('online', () => {
    if (currentToast()?.text === t('shell:networkFailure')) dismissToast()
    if (isLeaving() || sessionNow().server === assumed) void startSession()
    void queries.invalidateQueries()
  })
}

function assume(): void {
  if (sessionNow().server !== undefined) return
  const kept = z.safeParse(ROUTES.session.reply, { session: keptJson('session') })
  setServerSession((kept.success && kept.data.session) || null)
  assumed = sessionNow().server
  void import('../api/showKeptAnswers.ts').then((kept) => kept.showKeptAnswers()).catch(() => {})
}

/** Stores the answer, unless the user has signed in or the wallet has ended the session meanwhile. */
function learn(session: ServerSession | null): void {
  const { server } = sessionNow()
  if (server === undefined || server === assumed) setServerSession(session)
}

/**
 * Keeps the invite code from the page's `code` until the visitor joins, across navigation and into a wallet's browser.
 */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code')
  if (code) keep('inviteCode', code.slice(0, 32))
}
