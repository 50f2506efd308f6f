import { standTheLooks } from '../support/standTheLooks.ts'

standTheLooks({ language: 'english', width: 390, height: 844 })
