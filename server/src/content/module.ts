import { contentRoutes } from '@tickmark/wire/routes/content'
import { operatorContentRoutes } from '@tickmark/wire/routes/operators/content'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { contentOperatorAnswers } from './operatorRoutes.ts'
import { contentAnswers } from './routes.ts'
import { seedContent } from './seedContent.ts'

interface ContentPorts {
  /** Whether the menu offers sharing. */
  showShare: boolean
  /** Whether to insert the content that ships with the sandbox. */
  shipsContent: boolean
}

export function openContent(runtime: Runtime, { showShare, shipsContent }: ContentPorts): Module {
  const { clock, log } = runtime
  const { db } = runtime.database
  return {
    name: 'content',
    routes: [routesOf(contentRoutes, contentAnswers({ reader: db, showShare }))],
    operatorRoutes: [routesOf(operatorContentRoutes, contentOperatorAnswers(db))],
    async onReady() {
      if (shipsContent) await seedContent(db, { nowMs: clock.nowMs(), log })
    },
  }
}
