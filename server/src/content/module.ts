import { contentRoutes } from '@tickmark/wire/routes/content'
import { deskContentRoutes } from '@tickmark/wire/routes/operators/content'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { contentDeskAnswers } from './operatorRoutes.ts'
import { contentAnswers } from './routes.ts'
import { shipContent } from './seedContent.ts'

interface ContentPorts {
  /** Whether the menu offers to share. */
  showShare: boolean
  /** Whether what ships with the sandbox is put in. */
  shipsContent: boolean
}

export function openContent(runtime: Runtime, { showShare, shipsContent }: ContentPorts): Module {
  const { clock, log } = runtime
  const { db } = runtime.database
  return {
    name: 'content',
    routes: [routesOf(contentRoutes, contentAnswers({ reader: db, showShare }))],
    operatorRoutes: [routesOf(deskContentRoutes, contentDeskAnswers(db))],
    async onReady() {
      if (shipsContent) await shipContent(db, { nowMs: clock.nowMs(), log })
    },
  }
}
