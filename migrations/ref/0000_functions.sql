-- One folding of text for every search: lower case, without the accents of our four languages.
-- It is immutable, so indexes and generated columns may stand on it.
create function search_text(value text) returns text
    language sql immutable parallel safe
    return translate(
        lower(value),
        'áàâãäåéèêëíìîïóòôõöúùûüçñ',
        'aaaaaaeeeeiiiiooooouuuucn'
    );
