import { Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DocumentLayout, LayoutField } from '@/api/schema'
import classes from './DocumentLayouts.module.css'

/** The names that a layout can use, with examples. */
export function LayoutNames({ layout }: { layout: DocumentLayout }) {
  const { t } = useTranslation('document-layouts')
  return (
    <details className={classes.names}>
      <summary>{t('names')}</summary>
      <Names fields={layout.fields} braces />
      {layout.tables.map(({ name, columns }) => (
        <section key={name}>
          <p>{t('table', { name })}</p>
          <Names fields={columns} />
        </section>
      ))}
    </details>
  )
}

function Names({ fields, braces = false }: { fields: LayoutField[]; braces?: boolean }) {
  return (
    <dl>
      {fields.map(({ name, sample }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>
            <Code>{braces ? `{${name}}` : name}</Code>
          </dt>
          <dd>{sample}</dd>
        </div>
      ))}
    </dl>
  )
}
