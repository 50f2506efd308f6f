import { runs } from '@tickmark/core/runs.testing'
import { standTheLooks } from '../support/standTheLooks.ts'

const axe = runs<'light' | 'dark'>([], ['light', 'dark'])
standTheLooks({ language: 'english', width: 1280, height: 800, axe })
