import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadConfig } from './config.ts'
import { startLanguage } from './i18n.ts'
import { startLive } from './live.ts'
import { startScrollMemory } from './navigate.ts'
import { routeOf } from './routes.ts'
import { keepInviteCode, startSession } from './session/start.ts'
import { sessionNow } from './session/session.ts'
import { startWallets } from './wallets/start.ts'

void start()

/** Everything that the first screen needs starts at once; only the texts are waited for. */
async function start(): Promise<void> {
  void loadConfig().catch(() => {})
  void routeOf(location.pathname)
    .page.load()
    .catch(() => {})
  keepInviteCode(location.search)
  startScrollMemory()
  startLive()
  startWallets()
  void startSession()
  await startLanguage(sessionNow().language)
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  }
}
