import './styles/app.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startWorker } from './app/worker.ts'
import { showFailuresBy } from './api/failures.ts'
import { configNow, loadConfig } from './api/publicConfig.ts'
import { startLanguage } from './i18n/i18n.ts'
import { startLive } from './live/startLive.ts'
import { startScrollMemory } from './navigation/navigate.ts'
import { routeOf } from './app/routes.ts'
import { keepInviteCode, startSession } from './app/startSession.ts'
import { askToJoin } from './session/joinSheet.ts'
import { sessionNow } from './session/session.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { startWallets } from './wallets/startWallets.ts'

// In a task of its own: evaluating the modules before it was one already.
setTimeout(() => void start())

/** A first visitor's page waits this long for the configuration, which decides what stands at its top and foot. */
const CONFIG_MS = 500
/** And any page for its own code, so that no skeleton flashes where that is on its way. */
const CODE_MS = 150

/** Everything that the first screen needs starts at once; the first drawing waits for the texts, and a moment for the rest. */
async function start(): Promise<void> {
  showFailuresBy({ show: (message) => toast(message, { tone: 'wrong' }), askToJoin })
  const config = loadConfig().catch(() => null)
  const code = routeOf(location.pathname)
    .page.load()
    .catch(() => null)
  keepInviteCode(location.search)
  startScrollMemory()
  startLive()
  startWallets()
  startWorker()
  void startSession()
  await startLanguage(sessionNow().language)
  await Promise.all([configNow() ?? within(CONFIG_MS, config), within(CODE_MS, code)])
  const root = document.getElementById('root')
  if (!root) return
  // As a transition, the first drawing is done in slices between which the browser can answer a touch.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((next) => setTimeout(next, ms))])
}
