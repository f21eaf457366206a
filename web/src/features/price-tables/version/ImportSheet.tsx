import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertCircle, IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceSheetReading, PriceSheetResult } from '@/api/schema'
import { FileField } from '@/ui/fields/FileField'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { Differences } from '../compare/Differences'
import { SheetChoices } from './SheetChoices'
import { SheetColumns } from './SheetColumns'
import { SheetCountries } from './SheetCountries'
import { SheetParts } from './SheetParts'
import { SheetRows } from './SheetRows'
import { SheetSamples } from './SheetSamples'
import { cellName, firstFindings, hasParts, leaveOut, leaveOutColumns, UNDECIDED } from './sheet-parts'
import { type SheetImport, useSheetImport } from './useSheetImport'
import type { OpenVersion } from './VersionPage'

const ACCEPT = '.csv,.txt,.tsv,.xlsx'

/** The server takes no larger sheet. */
const MOST_BYTES = 10_000_000

/** A file of prices or places: what was understood, what it would change, then the yes. */
export function ImportSheet({ table, version }: OpenVersion) {
  const { t } = useTranslation('price-simulation')
  const model = useSheetImport(version.id, version.version)
  const { file, result, error, isPending } = model
  return (
    <>
      <FormSection title={t('file.import')} text={t('file.importText')}>
        <FileField
          label={t('file.sheet')}
          text={t('file.sheetText')}
          accept={ACCEPT}
          maxBytes={MOST_BYTES}
          value={file}
          onChange={model.choose}
          disabled={isPending}
          error={error}
        />
        {isPending && !result && <Text size="sm">{t('reading.pending')}</Text>}
      </FormSection>
      {result && (
        <>
          <Findings result={result} model={model} />
          <FormSection title={t('reading.title')} text={t('reading.text')}>
            <SheetChoices result={result} model={model} />
            {hasParts(result.form) && <SheetParts result={result} model={model} />}
            <SheetColumns result={result} model={model} />
            <SheetRows result={result} />
          </FormSection>
          <SheetCountries result={result} model={model} />
          <SheetSamples table={table} samples={result.samples} />
          {result.read > 0 && <Differences table={table} comparison={result.comparison} />}
          <Button
            mt="md"
            disabled={result.errors > 0 || result.read === 0}
            loading={isPending}
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={model.take}
          >
            {t('file.take')}
          </Button>
        </>
      )}
    </>
  )
}

/** Findings that are listed; the others are counted. */
const MOST = 50

function Findings({ result, model }: { result: PriceSheetResult; model: SheetImport }) {
  const { t } = useTranslation('price-simulation')
  const format = useFormat()
  const { findings, errors, read } = result
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
          {firstFindings(findings, MOST).map((finding) => (
            <List.Item key={`${finding.row} ${finding.column} ${finding.code} ${finding.text}`}>
              {t('file.at', {
                cell: cellName(finding),
                finding: t(`sheet.${finding.code}`, { text: finding.text }),
              })}
            </List.Item>
          ))}
        </List>
      )}
      {findings.length > MOST && <Text size="sm">{t('file.more', { count: findings.length - MOST })}</Text>}
      <LeftOut result={result} model={model} />
    </Alert>
  )
}

/** Rows, or weights across, that cannot be read are left out, or read again. */
function LeftOut({ result, model }: { result: PriceSheetResult; model: SheetImport }) {
  const { t } = useTranslation('price-simulation')
  const { decided, isPending, decide } = model
  const across = result.form === 'across'
  const next = across ? leaveOutColumns(decided, result) : leaveOut(decided, result.findings)
  const leftOut = ({ left_out, left_out_columns }: PriceSheetReading) =>
    left_out.length + left_out_columns.length
  const count = leftOut(next) - leftOut(decided)
  const { left_out, left_out_columns } = UNDECIDED
  return (
    <>
      {count > 0 && (
        <Button mt="xs" mr="xs" size="xs" variant="default" disabled={isPending} onClick={() => decide(next)}>
          {across ? t('reading.leaveOutColumns', { count }) : t('reading.leaveOut', { count })}
        </Button>
      )}
      {leftOut(decided) > 0 && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          disabled={isPending}
          onClick={() => decide({ ...decided, left_out, left_out_columns })}
        >
          {t('reading.readAll')}
        </Button>
      )}
    </>
  )
}
