import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.help, title: 'pages:title.help', file: 'help/HelpPage', bare: true },
  { path: PATHS.guide, title: 'pages:title.guide', file: 'help/GuidePage', bare: true },
  { path: PATHS.answers, title: 'pages:title.qa', file: 'help/AnswersPage', bare: true },
]
