import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/users',
    title: 'people:title',
    may: 'seeUsers',
    load: async () => (await import('./UsersScreen.tsx')).UsersScreen,
    nav: { group: 'people', order: 10, icon: 'user' },
  },
  {
    path: '/users/:id',
    title: 'people:title',
    may: 'seeUsers',
    load: async () => (await import('./UserScreen.tsx')).UserScreen,
  },
]
