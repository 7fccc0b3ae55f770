import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """A move writes one row of the game anew: without touching an index, where its page has room."""

    atomic = False  # the site is up

    dependencies = [
        ("games", "0005_indexes_for_admin"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        RemoveIndexConcurrently(model_name="game", name="running_games_by_move"),
        migrations.RunSQL("ALTER TABLE games_game SET (fillfactor = 70)", "ALTER TABLE games_game RESET (fillfactor)"),
        migrations.AlterField(
            model_name="playedaction",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="actions",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="playedaction",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
