import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'

/** Offers a new version. It is activated when the user agrees, never under an open order sheet. */
export function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const waiting = useWaitingWorker()
  if (!waiting) return null

  function takeOver() {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting?.postMessage({ type: 'SKIP_WAITING' })
  }

  return (
    <div role="status" className="flex items-center justify-between gap-3 bg-brand-wash ps-5 pe-2 text-13">
      <span>{t('update.text')}</span>
      <Button tone="plain" size="small" onClick={takeOver}>
        {t('update.action')}
      </Button>
    </div>
  )
}

function useWaitingWorker(): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    let gone = false
    void navigator.serviceWorker.ready.then((registration) => {
      if (gone) return
      const look = () => setWaiting(navigator.serviceWorker.controller ? registration.waiting : null)
      look()
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', look),
      )
    })
    return () => {
      gone = true
    }
  }, [])
  return waiting
}
