import './styles/app.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startWorker } from './app/worker.ts'
import { configNow, loadConfig } from './config.ts'
import { startLanguage } from './i18n.ts'
import { startLive } from './live.ts'
import { startScrollMemory } from './navigate.ts'
import { routeOf } from './routes.ts'
import { keepInviteCode, startSession } from './session/start.ts'
import { sessionNow } from './session/session.ts'
import { startWallets } from './wallets/start.ts'

// In a task of its own: evaluating the modules before it was one already.
setTimeout(() => void start())

/** A first visitor's page waits this long for the configuration, which decides what stands at its top and foot. */
const CONFIG_MS = 500

/** Everything that the first screen needs starts at once; only the texts and a first configuration are waited for. */
async function start(): Promise<void> {
  const config = loadConfig().catch(() => null)
  void routeOf(location.pathname)
    .page.load()
    .catch(() => {})
  keepInviteCode(location.search)
  startScrollMemory()
  startLive()
  startWallets()
  startWorker()
  void startSession()
  await startLanguage(sessionNow().language)
  if (!configNow()) await Promise.race([config, new Promise((next) => setTimeout(next, CONFIG_MS))])
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
