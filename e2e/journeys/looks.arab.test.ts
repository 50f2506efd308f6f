import { standTheLooks } from '../support/standTheLooks.ts'

standTheLooks({ language: 'arab', width: 390, height: 844 })
