import { lazy, type ComponentType } from 'react'
import { permits } from '@tickmark/wire/permissions'
import type { Role } from '@tickmark/wire/roles'
import { GROUPS, type Group, type ScreenRoute } from '../navigation/screenRoute.ts'

/** Every screen's `route.ts`. */
const files = import.meta.glob<{ routes: readonly ScreenRoute[] }>('../screens/*/route.ts', { eager: true })

export interface OpenScreen extends ScreenRoute {
  Component: ComponentType
}

/** Every screen, with code that loads when the screen is first shown. */
export const SCREENS: readonly OpenScreen[] = Object.values(files)
  .flatMap(({ routes }) => routes)
  .map((route) => ({ ...route, Component: lazy(async () => ({ default: await route.load() })) }))

/** The navigation for these roles: the screens that the operator may open, in order, by group. */
export function navGroups(roles: readonly Role[]): { group: Group; screens: OpenScreen[] }[] {
  const mine = SCREENS.filter(({ nav, may }) => nav && permits(roles, may))
  const order = ({ nav }: OpenScreen) => nav?.order ?? 0
  return GROUPS.map((group) => ({
    group,
    screens: mine.filter(({ nav }) => nav?.group === group).toSorted((a, b) => order(a) - order(b)),
  })).filter(({ screens }) => screens.length > 0)
}
