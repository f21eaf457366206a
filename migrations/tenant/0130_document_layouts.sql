-- append-only: document_layouts

-- Layouts of printed documents that the company uses instead of those of the product. The newest version of a form is in
-- force.
create table document_layouts (
    form text not null check (form ~ '^[a-z0-9_]{1,40}$'),
    version integer not null check (version > 0),
    -- A TOML file; null restores the layout of the product.
    layout text check (length(layout) between 1 and 40000),
    created_by uuid,
    created_at timestamptz not null,
    primary key (form, version)
);
