import './styles/console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLayers } from '@tickmark/ui/layer/layers.ts'
import { preloadPanels } from '@tickmark/ui/layer/panels.ts'
import { App } from './app/App.tsx'
import { watchUse } from './api/idle.ts'
import { startLanguage } from './i18n/i18n.ts'

void start()

/** Waits for the texts of the chosen language, then shows the console. */
async function start(): Promise<void> {
  startLayers()
  watchUse()
  await startLanguage()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void preloadPanels()
}
