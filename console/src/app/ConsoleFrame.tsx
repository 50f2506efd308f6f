import { Suspense, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { permits } from '@tickmark/wire/permissions'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { FactorSheet } from '../gate/FactorSheet.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Screen } from '../kit/Screen.tsx'
import { go } from '../navigation/go.ts'
import { useMay, useOperator } from '../session/operator.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KeysSheet } from './KeysSheet.tsx'
import { navGroups, SCREENS, type OpenScreen } from './screens.tsx'
import { SearchSheet } from './SearchSheet.tsx'
import { SideBar } from './SideBar.tsx'
import { useShortcuts } from './useShortcuts.ts'

/** The signed-in console: the navigation, and the screen of the current address. */
export function ConsoleFrame() {
  const { t } = useTranslation('shell')
  const [path] = useLocation()
  const operator = useOperator()
  const maySearch = useMay('seeUsers')
  const [sheet, setSheet] = useState<'search' | 'keys' | null>(null)
  useShortcuts({
    search: () => maySearch && setSheet('search'),
    help: () => setSheet('keys'),
    open(number) {
      const screens = navGroups(operator?.roles ?? []).flatMap((one) => one.screens)
      const screen = screens[number - 1]
      if (screen) go(screen.path)
    },
  })
  return (
    <div className="md:flex md:h-dvh">
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:rounded-2 focus:bg-ink focus:px-4 focus:py-2 focus:text-ground"
      >
        {t('skip')}
      </a>
      <SideBar onSearch={maySearch ? () => setSheet('search') : null} onKeys={() => setSheet('keys')} />
      <main
        id="screen"
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col outline-none md:overflow-y-auto"
      >
        <ErrorBoundary key={path}>
          <Suspense fallback={<Waiting />}>
            <Switch>
              {SCREENS.map((screen) => (
                <Route key={screen.path} path={screen.path}>
                  <Allowed screen={screen} />
                </Route>
              ))}
              <Route>
                <Screen title={t('missing')}>
                  <p className="text-13 text-ink-2">{t('missingDetail')}</p>
                </Screen>
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <SearchSheet open={sheet === 'search'} onClose={() => setSheet(null)} />
      <FactorSheet />
      <KeysSheet open={sheet === 'keys'} onClose={() => setSheet(null)} />
    </div>
  )
}

/** A screen for operators whose roles open it. For others, the server refuses its calls as well. */
function Allowed({ screen: { may, Component } }: { screen: OpenScreen }) {
  const { t } = useTranslation('shell')
  const operator = useOperator()
  if (operator && permits(operator.roles, may)) return <Component />
  return (
    <div className="px-6 py-4">
      <Empty icon="lock" title={t('notYours')} detail={t('missingDetail')} />
    </div>
  )
}

function Waiting() {
  return (
    <div className="px-6 py-4">
      <Skeleton shape="ledger" count={8} />
    </div>
  )
}
