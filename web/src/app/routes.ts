import type { AppRoute, ScreenRoute } from '../navigation/appRoute.ts'
import { page } from './pages.ts'

/** Every route that the features declare. */
export const SCREENS: readonly ScreenRoute[] = Object.values(
  import.meta.glob<ScreenRoute[]>('../features/*/route.ts', { eager: true, import: 'routes' }),
).flat()

export const APP_ROUTES: readonly AppRoute[] = SCREENS.map((screen) => ({
  ...screen,
  page: page(screen.file),
}))

export const NOT_FOUND: AppRoute = {
  path: '*',
  title: 'pages:title.notFound',
  page: page('missing/MissingPage'),
  bare: true,
}

/** The route of a path without its query; the Not Found page when no route matches. */
export function routeOf(path: string): AppRoute {
  return APP_ROUTES.find((route) => matches(route.path, path)) ?? NOT_FOUND
}

/** Whether a path matches a pattern; ":name?" is one optional segment. */
export function matches(pattern: string, path: string): boolean {
  const source = pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`, 'i').test(path)
}
