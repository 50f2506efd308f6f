import { standTheLooks } from '../../support/scenes/standTheLooks.ts'

standTheLooks({ proves: '[MSG-03] ', language: 'arab', width: 390, height: 844, tight: true, axe: ['light'] })
