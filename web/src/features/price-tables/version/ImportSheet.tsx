import { Alert, Button, Group, List, Text } from '@mantine/core'
import { IconAlertCircle, IconFileImport, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { priceVersionImport, priceVersionShow } from '@/api/generated/endpoints/prices/prices'
import type { PriceSheetFinding, PriceSheetResult } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { FileField } from '@/ui/fields/FileField'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { Differences } from '../compare/Differences'
import { refreshVersion } from '../useVersionActions'
import type { OpenVersion } from './VersionPage'

const ACCEPT = '.csv,.txt,.tsv,.xlsx'

/** The server takes no larger sheet. */
const MOST_BYTES = 10_000_000

/** A file of prices or places: first what it would change, then the yes. */
export function ImportSheet({ table, version }: OpenVersion) {
  const { t } = useTranslation('price-simulation')
  const model = useImport(version.id, version.version)
  const { file, choose, result, error, isPending, send } = model
  return (
    <>
      <FormSection title={t('file.import')} text={t('file.importText')}>
        <FileField
          label={t('file.sheet')}
          text={t('file.sheetText')}
          accept={ACCEPT}
          maxBytes={MOST_BYTES}
          value={file}
          onChange={choose}
          disabled={isPending}
          error={error}
        />
        <Group gap="xs">
          <Button
            variant={result ? 'default' : 'filled'}
            disabled={!file}
            loading={isPending}
            leftSection={<IconSearch size={16} aria-hidden />}
            onClick={() => void send(true)}
          >
            {t('file.try')}
          </Button>
          {result && result.errors === 0 && (
            <Button
              loading={isPending}
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => void send(false)}
            >
              {t('file.take')}
            </Button>
          )}
        </Group>
      </FormSection>
      {result && (
        <>
          <Findings result={result} />
          <Differences table={table} comparison={result.comparison} />
        </>
      )}
    </>
  )
}

function useImport(id: string, version: number) {
  const { t } = useTranslation('price-simulation')
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<PriceSheetResult>()
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)

  async function send(dry_run: boolean) {
    if (!file) return
    setPending(true)
    setError(undefined)
    try {
      const { data } = await priceVersionImport(id, { file, version, dry_run })
      if (!data.taken) return setResult(data)
      refreshVersion(queryClient, (await priceVersionShow(id)).data)
      notify.success(t('file.taken', { count: data.read }))
      choose(null)
    } catch (failure) {
      setError(fieldTexts(failure).file ?? errorText(failure))
    } finally {
      setPending(false)
    }
  }

  function choose(next: File | null) {
    setFile(next)
    setResult(undefined)
    setError(undefined)
  }
  return { file, choose, result, error, isPending, send }
}

/** Findings that are listed; the others are counted. */
const MOST = 50

function Findings({ result }: { result: PriceSheetResult }) {
  const { t } = useTranslation('price-simulation')
  const format = useFormat()
  const { findings, errors, read } = result
  const cell = ({ row, column }: PriceSheetFinding) => `${columnName(column)}${row}`
  return (
    <Alert
      mb="md"
      color={errors > 0 ? 'red' : findings.length > 0 ? 'orange' : 'teal'}
      icon={<IconAlertCircle aria-hidden />}
      title={
        errors > 0
          ? t('file.errors', { count: errors })
          : t('file.read', { count: read, number: format.number(read) })
      }
    >
      {findings.length > 0 && (
        <List size="sm">
          {findings.slice(0, MOST).map((finding) => (
            <List.Item key={`${finding.row} ${finding.column} ${finding.code}`}>
              {t('file.at', {
                cell: cell(finding),
                finding: t(`sheet.${finding.code}`, { text: finding.text }),
              })}
            </List.Item>
          ))}
        </List>
      )}
      {findings.length > MOST && <Text size="sm">{t('file.more', { count: findings.length - MOST })}</Text>}
    </Alert>
  )
}

/** Columns are named as in a spreadsheet: A, B … AA. */
function columnName(column: number): string {
  const rest = column - 1
  const last = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? last : columnName(Math.floor(rest / 26)) + last
}
