import { openPublicConfig } from '@tickmark/client/publicConfig.ts'

export const { loadConfig, askConfigAgain } = openPublicConfig()
