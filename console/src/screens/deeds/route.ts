import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/deeds',
    title: 'deeds:title',
    may: 'see',
    load: async () => (await import('./DeedsScreen.tsx')).DeedsScreen,
    nav: { group: 'desk', order: 30, icon: 'list' },
  },
]
