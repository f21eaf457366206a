import { Alert, Anchor, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateTenantSettingDocumentLayoutList,
  invalidateTenantSettingDocumentLayoutShow,
  tenantSettingDocumentLayoutShow,
  useTenantSettingDocumentLayoutUpdate,
} from '@/api/generated/endpoints/company/company'
import type { DocumentLayout } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import classes from './DocumentLayouts.module.css'
import { LayoutFile } from './LayoutFile'
import { LayoutNames } from './LayoutNames'
import { LayoutPreview } from './LayoutPreview'
import { LayoutVersions } from './LayoutVersions'
import { type LayoutProblem, problemsOf, rangeOfLine } from './problems'

const LONGEST = 40_000

type Values = { layout: string; version: string }

const valuesOf = ({ layout, version }: DocumentLayout): Values => ({ layout, version: String(version) })

/** The text of a layout: what was typed outlives a reload, and the server says which lines cannot be printed. */
export function LayoutEditor({ layout }: { layout: DocumentLayout }) {
  const { t } = useTranslation('document-layouts')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const area = useRef<HTMLTextAreaElement>(null)
  const [problems, setProblems] = useState<LayoutProblem[]>([])
  const model = useLayoutForm(layout, setProblems)
  const { values, at, set } = useTiedFields(model.form)
  const editable = layout.can.update

  function showLine(line: number) {
    const input = area.current
    if (!input) return
    const [start, end] = rangeOfLine(values.layout, line)
    input.focus()
    input.setSelectionRange(start, end)
    const lineHeight = Number.parseFloat(getComputedStyle(input).lineHeight) || 18
    input.scrollTop = Math.max(0, (line - 4) * lineHeight)
  }

  return (
    <ResourceForm
      model={model}
      submitLabel={common('save')}
      readOnly={!editable}
      onCancel={() => void navigate({ to: paths['tenant_settings.tab']({ tab: 'documents' }) })}
    >
      <div className={classes.columns}>
        <Stack gap="sm">
          <LayoutFile
            layout={layout}
            text={values.layout}
            onText={(text) => set('layout', text)}
            onRestored={(restored) => {
              setProblems([])
              model.restart(valuesOf(restored))
            }}
          />
          <Problems problems={problems} onLine={showLine} />
          <Textarea
            {...at('layout')}
            ref={area}
            label={t('layout')}
            description={t('layoutHint')}
            className={classes.code ?? ''}
            rows={30}
            maxLength={LONGEST}
            spellCheck={false}
            autoCapitalize="off"
            readOnly={!editable}
            value={values.layout}
            onChange={(event) => set('layout', event.currentTarget.value)}
          />
          <LayoutNames layout={layout} />
          <LayoutVersions layout={layout} onText={(text) => set('layout', text)} />
        </Stack>
        {editable && <LayoutPreview form={layout.form} text={values.layout} onProblems={setProblems} />}
      </div>
    </ResourceForm>
  )
}

function useLayoutForm(layout: DocumentLayout, onProblems: (problems: LayoutProblem[]) => void) {
  const { t } = useTranslation('document-layouts')
  const client = useQueryClient()
  const update = useTenantSettingDocumentLayoutUpdate()
  const { form } = layout
  const model = useResourceForm<Values, DocumentLayout>({
    name: `document-layout-${form}`,
    initial: valuesOf(layout),
    follows: 'telling',
    newest: async () => valuesOf((await tenantSettingDocumentLayoutShow(form)).data),
    async submit({ layout: text, version }) {
      onProblems([])
      try {
        return (await update.mutateAsync({ form, data: { layout: text, version: Number(version) } })).data
      } catch (error) {
        onProblems(problemsOf(error))
        throw error
      }
    },
    onSaved(saved) {
      model.goOn(valuesOf(saved))
      notify.success(t('saved'))
      void invalidateTenantSettingDocumentLayoutList(client)
      void invalidateTenantSettingDocumentLayoutShow(client, form)
    },
  })
  return model
}

type ProblemsProps = { problems: LayoutProblem[]; onLine(line: number): void }

/** Each leads to its line. */
function Problems({ problems, onLine }: ProblemsProps) {
  const { t } = useTranslation('document-layouts')
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('problems', { count: problems.length })}
    >
      <ul className={classes.problems}>
        {problems.map(({ line, text }) => (
          <li key={text}>
            {line ? (
              <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onLine(line)}>
                {text}
              </Anchor>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
