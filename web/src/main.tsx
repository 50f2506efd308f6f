import './styles/app.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startWorker } from './app/worker.ts'
import { showFailuresBy } from './api/failures.ts'
import { startKeptAnswers } from './api/keptAnswers.ts'
import { configNow, loadConfig } from './api/publicConfig.ts'
import { followOtherTabs, startLanguage } from './i18n/i18n.ts'
import { startLive } from './live/startLive.ts'
import { startNavigation } from './navigation/navigate.ts'
import { routeOf } from './app/routes.ts'
import { keepInviteCode, refreshWhenOnline, startSession } from './app/startSession.ts'
import { askToJoin } from './session/joinSheet.ts'
import { sessionNow } from './session/session.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { startWallets } from './wallets/startWallets.ts'

// Starts in a new task: evaluating the modules already took one long task.
setTimeout(() => void start())

const isOutlined = (document.querySelector('.outline main')?.getClientRects().length ?? 0) > 0
/**
 * A first visit waits this long for the configuration, which determines what the page shows at its top and bottom;
 * longer while its outline shows that already.
 */
const CONFIG_MS = isOutlined ? 10_000 : 500
/** Every page waits this long for its own code, so that no placeholder flashes; longer while its outline stands there. */
const CODE_MS = isOutlined ? 10_000 : 150
/** A page in Arabic waits this long for its fonts, which break lines elsewhere than the fallback does. */
const FONT_MS = 500

/**
 * Starts everything that the first screen needs at once. The first render waits for the texts, and briefly for the
 * rest.
 */
async function start(): Promise<void> {
  showFailuresBy({ show: (message) => toast(message, { tone: 'wrong' }), askToJoin })
  const config = loadConfig().catch(() => null)
  const code = routeOf(location.pathname)
    .page.load()
    .catch(() => null)
  keepInviteCode(location.search)
  startNavigation()
  startLive()
  startWallets()
  startWorker()
  startKeptAnswers()
  void startSession()
  followOtherTabs()
  refreshWhenOnline()
  const { language } = sessionNow()
  const fonts = language === 'arab' ? within(FONT_MS, arabicFonts()) : null
  await startLanguage(language)
  await Promise.all([configNow() ?? within(CONFIG_MS, config), within(CODE_MS, code), fonts])
  const root = document.getElementById('root')
  if (!root) return
  // As a transition, the first render runs in slices; in between, the browser can respond to input.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/** Requests the fonts of body and heading together with the Arabic texts, instead of once these are drawn. */
async function arabicFonts(): Promise<unknown> {
  const weights = ['430', '600'].map((weight) =>
    document.fonts.load(`${weight} 1em "IBM Plex Sans Arabic"`, 'ا'),
  )
  return Promise.all(weights).catch(() => null)
}

function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((next) => setTimeout(next, ms))])
}
