import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.messages, title: 'pages:title.notification', file: 'messages/MessagesPage', bare: true },
]
