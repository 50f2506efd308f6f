import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useConnected } from '../live/marketFeed.ts'
import { OfflineBar } from '@tickmark/ui/page/OfflineBar.tsx'
import { SandboxBanner } from './SandboxBanner.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** The strips above every screen: sandbox notice, lost connection, new version. */
export function Banners() {
  const { t } = useTranslation('shell')
  const state = useConnection()
  return (
    <>
      <SandboxBanner />
      <OfflineBar>
        {state === 'offline' ? t('offline') : state === 'lost' ? t('reconnecting') : null}
      </OfflineBar>
      <UpdatePrompt />
    </>
  )
}

/** A short interruption of the socket is not reported; one longer than 4 s is. */
function useConnection(): 'well' | 'offline' | 'lost' {
  const connected = useConnected()
  const online = useSyncExternalStore(followOnline, () => navigator.onLine)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (connected) return
    const timer = setTimeout(() => setLost(true), 4_000)
    return () => {
      clearTimeout(timer)
      setLost(false)
    }
  }, [connected])
  return !online ? 'offline' : lost ? 'lost' : 'well'
}

function followOnline(run: () => void): () => void {
  addEventListener('online', run)
  addEventListener('offline', run)
  return () => {
    removeEventListener('online', run)
    removeEventListener('offline', run)
  }
}
