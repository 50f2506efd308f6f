import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnected } from '../live.ts'
import { OfflineBar } from '../ui/OfflineBar.tsx'
import { SandboxBanner } from './SandboxBanner.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** The strips above every screen: the sandbox, the connection, a new version. */
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

/** A socket that is closed for a moment is nothing to speak of; one that stays closed for 4 s is. */
function useConnection(): 'well' | 'offline' | 'lost' {
  const connected = useConnected()
  const [online, setOnline] = useState(() => navigator.onLine)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    const read = () => setOnline(navigator.onLine)
    addEventListener('online', read)
    addEventListener('offline', read)
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  useEffect(() => {
    if (connected) return setLost(false)
    const timer = setTimeout(() => setLost(true), 4_000)
    return () => clearTimeout(timer)
  }, [connected])
  return !online ? 'offline' : lost ? 'lost' : 'well'
}
