from django.db import migrations

REFUSE = """
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit entries are never changed or deleted';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON accounts_auditentry
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
"""
ALLOW = """
DROP TRIGGER audit_is_append_only ON accounts_auditentry;
DROP FUNCTION refuse_change_of_audit();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_jobs_tokens_audit")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
