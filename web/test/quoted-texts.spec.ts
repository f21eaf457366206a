import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Texts that the requirements quote to the letter: whoever rewords them rewords the requirement. */
const QUOTED = [
  ['AUTH-1', 'en', 'sign-in', 'done', 'Authenticated, redirecting'],
  ['AUTH-1', 'pt-BR', 'sign-in', 'failed', 'Erro desconhecido, aguarde uns instantes e tente novamente.'],
  ['AUTH-3', 'en', 'register', 'created.title', 'Account created!'],
  ['AUTH-3', 'pt-BR', 'register', 'failed', 'Ops, houve um erro ao se registrar!'],
  ['AUTH-4', 'pt-BR', 'sign-in', 'recover.submit', 'Recuperar'],
  ['ERR-1', 'en', 'bags', 'close.done', 'Closing successfully.'],
  ['ERR-1', 'en', 'common', 'failure.saving', 'Error while saving data.'],
  ['ERR-1', 'en', 'common', 'record.changed', 'Data has been updated.'],
  ['ERR-1', 'en', 'common', 'record.created', 'Records created successfully.'],
  ['ERR-1', 'en', 'common', 'record.delete.done', 'Data has been deleted.'],
  ['ERR-1', 'en', 'common', 'record.saved', 'Data has been saved.'],
  ['ERR-1', 'en', 'list-export', 'done', 'Data has been exported.'],
  ['ERR-1', 'en', 'shipment-bulk', 'result.only.cancel', 'Register canceled successfully.'],
  ['ERR-1', 'en', 'routes', 'close.done', 'Closing successfully.'],
  ['ERR-2', 'en', 'common', 'unauthorized', 'You do not have authorization for this action!'],
  ['LIST-2', 'en', 'common', 'pagination.showing', 'showing {{from}} - {{to}} of {{total}} results'],
  ['LIST-2', 'pt-BR', 'common', 'pagination.showing', 'mostrando {{from}} - {{to}} de {{total}} resultados'],
  ['MENU-5', 'pt-BR', 'shell', 'user.messages', 'Mensagens'],
  ['REG-1', 'pt-BR', 'regulatory', 'action.cancel', 'Cancelar'],
  ['REG-1', 'pt-BR', 'regulatory', 'action.complete', 'Marcar como concluído'],
  ['REG-1', 'pt-BR', 'regulatory', 'action.openShipment', 'Abrir Remessa'],
  ['REG-1', 'pt-BR', 'regulatory', 'action.request', 'Solicitar'],
  ['SHP-11', 'en', 'imports', 'stock.failed', 'Error importing stock!'],
  ['SHP-11', 'pt-BR', 'imports', 'upload.failed', 'Erro ao importar o arquivo!'],
  ['SUP-1', 'pt-BR', 'tickets', 'tab.-1', 'Meus chamados'],
  ['SUP-3', 'pt-BR', 'tickets', 'sent', 'Mensagem enviada com sucesso!'],
  ['SUP-4', 'pt-BR', 'tickets', 'done.archive', 'Ticket arquivado com sucesso!'],
  ['SUP-4', 'pt-BR', 'tickets', 'done.close', 'Ticket fechado com sucesso!'],
] as const

function textOf(language: string, namespace: string, key: string) {
  const texts: unknown = JSON.parse(readFileSync(join('src/locales', language, `${namespace}.json`), 'utf8'))
  return key.split('.').reduce((part, name) => (part as Record<string, unknown>)[name], texts)
}

describe('quoted to the letter', () => {
  it.each(QUOTED)('%s, %s, %s %s', (_, language, namespace, key, text) => {
    expect(textOf(language, namespace, key)).toBe(text)
  })
})
