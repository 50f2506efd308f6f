import { runs } from '@tickmark/core/runs.testing'
import { standTheLooks } from '../support/standTheLooks.ts'

const axe = runs<'light'>([], ['light'])
standTheLooks({ proves: '[MSG-03] ', language: 'arab', width: 390, height: 844, tight: true, axe })
