import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/support',
    title: 'support:title',
    may: 'answerChat',
    load: async () => (await import('./SupportScreen.tsx')).SupportScreen,
    nav: { group: 'people', order: 20, icon: 'chat', queues: ['chats'] },
  },
  {
    path: '/support/:id',
    title: 'support:conversation',
    may: 'answerChat',
    load: async () => (await import('./SupportScreen.tsx')).SupportScreen,
  },
]
