import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/content',
    title: 'content:title',
    may: 'writeContent',
    load: async () => (await import('./ContentScreen.tsx')).ContentScreen,
    nav: { group: 'words', order: 10, icon: 'news' },
  },
  {
    path: '/content/new',
    title: 'content:new',
    may: 'writeContent',
    load: async () => (await import('./NewContentScreen.tsx')).NewContentScreen,
  },
  {
    path: '/content/:id',
    title: 'content:text',
    may: 'writeContent',
    load: async () => (await import('./ContentItemScreen.tsx')).ContentItemScreen,
  },
]
