import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useLoadedAt } from '../api/useLoadedAt.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../format/useFormat.ts'
import { useConnected } from '../live/marketFeed.ts'
import { isOneDay } from '@tickmark/ui/text/isOneDay.ts'
import { OfflineBar } from '@tickmark/ui/page/OfflineBar.tsx'
import { late } from '../i18n/late.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LogBar } from './LogBar.tsx'
import { SandboxBanner } from './SandboxBanner.tsx'

const UpdatePrompt = late(() => import('./UpdatePrompt.tsx').then((module) => module.UpdatePrompt))

/** The strips above every screen: an alarm about the public log, sandbox notice, lost connection, new version. */
export function Banners() {
  const { t } = useTranslation('shell')
  const state = useConnection()
  return (
    <>
      <LogBar />
      <SandboxBanner />
      <OfflineBar>
        {state !== 'well' && (
          <>
            {state === 'offline' ? t('offline') : t('reconnecting')} <LoadedAt />
          </>
        )}
      </OfflineBar>
      <Updates />
    </>
  )
}

/** Offers a new version once a worker serves the page, which is after the first screen. */
function Updates() {
  const [isServed, setIsServed] = useState(false)
  useEffect(() => {
    if ('serviceWorker' in navigator) void navigator.serviceWorker.ready.then(() => setIsServed(true))
  }, [])
  if (!isServed) return null
  return (
    <ErrorBoundary quiet>
      <Suspense fallback={null}>
        <UpdatePrompt />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Greys the page, and shows when its figures were loaded. */
function LoadedAt() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const atMs = useLoadedAt()
  useEffect(() => {
    if (atMs === null) return
    document.documentElement.dataset['old'] = ''
    return () => void delete document.documentElement.dataset['old']
  }, [atMs])
  if (atMs === null) return null
  const isToday = isOneDay(atMs, serverNow())
  return <span>{t('loadedAt', { time: isToday ? format.time(atMs) : format.dateTime(atMs) })}</span>
}

/** Reports a closed socket only after 4 s. */
function useConnection(): 'well' | 'offline' | 'lost' {
  const connected = useConnected()
  const online = useSyncExternalStore(
    followOnline,
    () => navigator.onLine,
    () => true,
  )
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
