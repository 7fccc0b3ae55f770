import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_rows_in_their_place"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="origin",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="origin_version",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="played_on_from",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AlterField(
            model_name="game",
            name="roles_dealt",
            field=models.CharField(
                choices=[("random", "Random"), ("chosen", "Chosen"), ("given", "Given")], default="random", max_length=6
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("origin__isnull", False),
                        ("origin_version__isnull", False),
                        ("roles_dealt", "given"),
                        models.Q(("played_on_from", ""), _negated=True),
                    ),
                    models.Q(
                        models.Q(("roles_dealt", "given"), _negated=True),
                        ("origin", None),
                        ("origin_version", None),
                        ("played_on_from", ""),
                    ),
                    _connector="OR",
                ),
                name="game_that_is_played_on_has_an_origin",
            ),
        ),
    ]
