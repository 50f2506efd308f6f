import { Suspense, useEffect, type ComponentType } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useLocation } from 'wouter'
import { Arrival } from './Arrival.tsx'
import { Banners } from './Banners.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LogBar } from './LogBar.tsx'
import { OrdersStrip } from './openOrders/lazy.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { useConfig } from '../api/publicConfig.ts'
import { HomePage } from '../features/home/HomePage.tsx'
import { hrefTo } from '../navigation/hrefs.ts'
import { go } from '../navigation/navigate.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import type { AppRoute } from '../navigation/appRoute.ts'
import { page } from './pages.ts'
import { routeOf } from './routes.ts'
import type { NavItem } from '@tickmark/ui/page/BottomNav.tsx'
import { Shell } from '@tickmark/ui/page/Shell.tsx'
import { Split } from '@tickmark/ui/page/Split.tsx'
import { useWide } from '../browser/useWide.ts'

/** Lists with a detail beside them, and the screen to show while nothing is chosen. */
const BESIDE = {
  market: { List: HomePage, First: page('coin/CoinPage').Component },
  wallet: { List: page('wallet/WalletPage').Component, First: page('wallet/HoldingsPage').Component },
  orders: { List: page('orders/OrdersPage').Component, First: page('orders/NoReceiptPage').Component },
}

/** The frame around every screen, and the screen of the current address. */
export function Frame() {
  const { t } = useTranslation('shell')
  const [path] = useLocation()
  const wide = useWide()
  const items = useNavItems()
  const route = routeOf(path)
  const title = (t as (key: string) => string)(route.title)
  useEffect(() => {
    document.title = title
  }, [title])
  if (route.alone) return <Alone key={path} route={route} />
  const nav = route.bare && !wide ? null : { items, current: route.place ?? null, onGo: go }
  return (
    <Shell nav={nav} banner={<Banners />} foot={<Foot aboveTabs={nav !== null} />}>
      {/* A list stays mounted while its details change. */}
      <ErrorBoundary key={(wide && route.beside) || path}>
        {wide && route.beside ? (
          <Beside route={route} path={path} {...BESIDE[route.beside]} />
        ) : (
          <Screen route={route} />
        )}
      </ErrorBoundary>
    </Shell>
  )
}

/** A user's open orders, shown on every screen. */
function Foot({ aboveTabs }: { aboveTabs: boolean }) {
  if (!isSignedIn(useSession())) return null
  return (
    <Suspense fallback={null}>
      <OrdersStrip aboveTabs={aboveTabs} />
    </Suspense>
  )
}

/** A screen that fills the window. */
function Alone({ route }: { route: AppRoute }) {
  const { Component } = route.page
  return (
    <>
      <LogBar />
      <main>
        <ErrorBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Component />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  )
}

/** One screen, limited to a readable width. */
function Screen({ route }: { route: AppRoute }) {
  const { Component } = route.page
  return (
    <div className="md:mx-auto md:max-w-[720px]">
      <Suspense fallback={<PageSkeleton />}>
        <Component />
        <Arrival path={route.path} />
      </Suspense>
    </div>
  )
}

interface BesideProps {
  route: AppRoute
  path: string
  List: ComponentType
  First: ComponentType
}

/** From 768 px: a list, and the detail of its chosen item beside it. */
function Beside({ route, path, List, First }: BesideProps) {
  const Detail = route.path === route.place ? First : route.page.Component
  return (
    <Split
      list={
        <Suspense fallback={<PageSkeleton />}>
          <List />
        </Suspense>
      }
      detail={
        <ErrorBoundary key={path}>
          <Suspense fallback={<PageSkeleton />}>
            <Detail />
            <Arrival path={path} />
          </Suspense>
        </ErrorBoundary>
      }
    />
  )
}

function useNavItems(): NavItem[] {
  const { t } = useTranslation('shell')
  const flags = useConfig()?.flags
  return [
    { href: hrefTo.home(), label: t('nav.markets'), icon: 'markets' },
    { href: hrefTo.orders(), label: t('nav.orders'), icon: 'orders' },
    ...(flags?.wallet ? [{ href: hrefTo.wallet(), label: t('nav.wallet'), icon: 'wallet' as const }] : []),
    ...(flags?.arbitrage
      ? [{ href: hrefTo.arbitrage(), label: t('nav.arbitrage'), icon: 'arbitrage' as const }]
      : []),
  ]
}
