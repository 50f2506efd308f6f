import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Logo } from '@tickmark/ui/base/Logo.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { MenuDrawer } from '@tickmark/ui/layer/MenuDrawer.tsx'
import { refresh, useConsoleQuery } from '../api/api.ts'
import { useConsoleCall } from '../api/useConsoleCall.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useOperator } from '../session/operator.ts'
import { navGroups, type OpenScreen } from './screens.tsx'

interface BarProps {
  /** Opens the search; absent for roles that may not search. */
  onSearch: (() => void) | null
  onKeys: () => void
}

/** The navigation: at the side, or behind a button where there is no room. */
export function SideBar(props: BarProps) {
  const { t } = useTranslation('shell')
  const [path] = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === path
  return (
    <>
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-rule bg-ground px-2 py-1 md:hidden">
        <IconButton icon="menu" label={t('menu')} onClick={() => setOpenAt(path)} />
        <Mark />
        {props.onSearch && (
          <IconButton icon="search" label={t('search.open')} onClick={props.onSearch} className="ms-auto" />
        )}
      </header>
      <MenuDrawer open={isOpen} onClose={() => setOpenAt(null)} title={t('words.mainNavigation')}>
        <div className="flex min-h-full flex-col p-3">
          <Content {...props} />
        </div>
      </MenuDrawer>
      <header className="hidden w-[224px] flex-none flex-col overflow-y-auto border-e border-rule p-3 md:flex">
        <div className="mb-3 px-2">
          <Mark />
        </div>
        <Content {...props} />
      </header>
    </>
  )
}

function Mark() {
  return (
    <span className="flex items-center gap-2 text-brand">
      <Logo size={22} />
      <span className="text-15 font-semibold text-ink">Tickmark</span>
    </span>
  )
}

function Content({ onSearch, onKeys }: BarProps) {
  const { t } = useTranslation('shell')
  const operator = useOperator()
  const queues = useConsoleQuery('consoleQueues', {}, { refetchInterval: 2_000 }).data?.queues ?? []
  const waiting = ({ nav }: OpenScreen) =>
    queues.filter(({ name }) => nav?.queues?.includes(name)).reduce((sum, one) => sum + one.waiting, 0)
  return (
    <>
      {onSearch && (
        <button
          type="button"
          onClick={onSearch}
          className="mb-3 flex min-h-11 items-center gap-2 rounded-2 border border-edge px-2.5 text-13 text-ink-2 hover:bg-well md:min-h-9"
        >
          <Icon name="search" size={16} />
          <span className="flex-1 text-start">{t('search.open')}</span>
          <kbd dir="ltr" className="font-sans text-12 text-ink-3">
            ⌘K
          </kbd>
        </button>
      )}
      <nav aria-label={t('words.mainNavigation')} className="grid gap-3">
        {navGroups(operator?.roles ?? []).map(({ group, screens }) => (
          <ul key={group} aria-label={t(`groups.${group}`)}>
            {screens.map((screen) => (
              <li key={screen.path}>
                <Item screen={screen} waiting={waiting(screen)} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto grid gap-2 border-t border-rule pt-3">
        <p className="px-1 text-12 text-ink-2">{t('me', { name: operator?.name ?? '' })}</p>
        <div className="flex flex-wrap gap-1">
          <SignOut />
          <Button tone="plain" size="small" onClick={onKeys}>
            {t('keys.title')}
          </Button>
        </div>
      </div>
    </>
  )
}

function Item({ screen, waiting }: { screen: OpenScreen; waiting: number }) {
  const { t } = useTranslation('shell')
  const [isExact] = useRoute(screen.path)
  const [isBelow] = useRoute(screen.path === '/' ? '/' : `${screen.path}/*`)
  return (
    <Link
      href={screen.path}
      aria-current={isExact ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-2.5 rounded-2 px-2 text-13 font-medium md:min-h-8',
        isExact || isBelow ? 'bg-brand-wash text-brand' : 'text-ink-2 hover:bg-well hover:text-ink',
      )}
    >
      {screen.nav && <Icon name={screen.nav.icon} size={18} />}
      <span className="flex-1">{t(screen.title)}</span>
      {waiting > 0 && (
        <span className="rounded-full bg-caution-wash px-1.5 text-12 text-caution">
          {t('waiting', { count: waiting })}
        </span>
      )}
    </Link>
  )
}

function SignOut() {
  const { t } = useTranslation('shell')
  const leave = useConsoleCall('consoleSignOut')
  async function signOut() {
    await leave.run({})
    refresh('consoleSession')
  }
  return (
    <Button tone="plain" size="small" icon="logout" busy={leave.busy} onClick={() => void signOut()}>
      {t('signOut')}
    </Button>
  )
}
