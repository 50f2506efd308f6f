import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.chat, title: 'pages:title.chat', file: 'chat/ChatPage', bare: true, alone: true },
]
