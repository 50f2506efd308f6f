import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { PATHS } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { cx } from '@tickmark/ui/base/cx.ts'
import { NavPlaces } from '@tickmark/ui/page/NavPlaces.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { PlaceMark } from './PlaceMark.tsx'

export const PLACES = {
  home: PATHS.nft,
  shop: PATHS.nftShop,
  tasks: PATHS.nftTasks,
  orders: PATHS.nftOrders,
} as const
export type NftPlace = keyof typeof PLACES
const NAMES = Object.keys(PLACES) as NftPlace[]

/** The frame of the four NFT pages: title at the top, navigation at the bottom. */
export function NftFrame({ place, children }: { place: NftPlace; children: ReactNode }) {
  const { t } = useTranslation('nft')
  const places = NAMES.map((of) => ({
    href: PLACES[of],
    label: t(`places.${of}`),
    mark: <PlaceMark place={of} />,
  }))
  return (
    <>
      <PageBar title={t(`title.${place}`)} onBack={() => back()} />
      <div className="px-5 pb-[calc(85px+env(safe-area-inset-bottom))] md:px-7 md:pb-10">{children}</div>
      <nav
        aria-label={t('places.name')}
        className="fixed inset-x-0 bottom-(--strip) z-20 border-t border-rule bg-ground pb-[env(safe-area-inset-bottom)] md:sticky"
      >
        <NavPlaces places={places} current={PLACES[place]} onGo={(href) => go(href, { replace: true })} />
      </nav>
    </>
  )
}

/** A section of a page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-rule pt-5 pb-6">
      <h2 className="pb-2.5 text-19 font-semibold text-balance">{title}</h2>
      {children}
    </section>
  )
}

/** Short statements, each with an icon for its kind. */
export function Points({ points, mark }: { points: readonly string[]; mark: 'no' | 'dot' | 'number' }) {
  const List = mark === 'number' ? 'ol' : 'ul'
  return (
    <List className="grid gap-2.5">
      {points.map((point, at) => (
        <li key={point} className="grid grid-cols-[1.375rem_1fr] gap-3 leading-normal text-ink-2">
          <span
            aria-hidden="true"
            className={cx(
              'mt-px grid size-[1.375rem] place-items-center text-12 leading-none font-medium',
              mark === 'number' && 'rounded-full border-[1.5px] border-edge',
              mark === 'no' && 'text-wrong',
            )}
          >
            {mark === 'number' ? at + 1 : mark === 'no' ? '✕' : '–'}
          </span>
          <span>{point}</span>
        </li>
      ))}
    </List>
  )
}
